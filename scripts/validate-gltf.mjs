#!/usr/bin/env node
// Runs the Khronos glTF validator on files: validate-gltf.mjs FILE.glb FILE.gltf ...
// Installs the validator (npm package gltf-validator) below the target folder the first time.
// Prints each file's counts and its errors and warnings. Exit: 0 no errors, 1 errors, 2 could not run.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const VERSION = "2.0.0-dev.3.10";
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const home = path.join(process.env.CARGO_TARGET_DIR ?? path.join(root, "target"), "gltf-validator");

function fail(message) {
  console.error(message);
  process.exit(2);
}

function loadValidator() {
  const installed = path.join(home, "node_modules", "gltf-validator", "package.json");
  if (!existsSync(installed) || JSON.parse(readFileSync(installed, "utf8")).version !== VERSION) {
    mkdirSync(home, { recursive: true });
    const asked = ["install", "--no-save", "--no-audit", "--no-fund", "--prefix", home, `gltf-validator@${VERSION}`];
    const npm = spawnSync("npm", asked, { encoding: "utf8" });
    if (npm.error || npm.status !== 0) {
      fail(`cannot install gltf-validator: ${npm.error?.message ?? npm.stderr}`);
    }
  }
  return createRequire(installed)("gltf-validator");
}

async function check(validator, file) {
  const folder = path.dirname(path.resolve(file));
  const report = await validator.validateBytes(new Uint8Array(readFileSync(file)), {
    uri: path.basename(file),
    maxIssues: 200,
    externalResourceFunction: async (uri) =>
      new Uint8Array(readFileSync(path.resolve(folder, decodeURIComponent(uri)))),
  });
  const { numErrors, numWarnings, numInfos, messages } = report.issues;
  console.log(`${file}: ${numErrors} errors, ${numWarnings} warnings, ${numInfos} infos`);
  for (const { severity, code, pointer, message } of messages) {
    if (severity < 2 || process.env.VERBOSE) {
      console.log(`  ${["error", "warning", "info", "hint"][severity]} ${code} ${pointer ?? ""}: ${message}`);
    }
  }
  return numErrors;
}

const files = process.argv.slice(2);
if (files.length === 0) fail("usage: validate-gltf.mjs FILE.glb|FILE.gltf ...");
const validator = loadValidator();
let errors = 0;
for (const file of files) {
  try {
    errors += await check(validator, file);
  } catch (problem) {
    console.log(`${file}: not readable as glTF: ${problem}`);
    errors += 1;
  }
}
process.exit(errors > 0 ? 1 : 0);
