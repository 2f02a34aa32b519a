// What tests of the package and of Apps on it share; imported as `github-sandbox/testing`.
export * from './embedded-github.js';
export * from './grow-branch.js';
export * from './repository.js';
export * from './with-actions.js';
export { createWorld, FIXTURES, push, script, until, type World, type WorldOptions } from './world.js';
