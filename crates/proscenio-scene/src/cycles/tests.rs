//! Tests of particles in cycles.
