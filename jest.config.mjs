import { availableParallelism } from 'node:os';

/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/test', '<rootDir>/packages/github-sandbox/test'],
  testMatch: ['**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // Tests use the package's sources, not its built file.
    '^github-sandbox$': '<rootDir>/packages/github-sandbox/src/index.ts',
    '^github-sandbox/testing$': '<rootDir>/packages/github-sandbox/test/support/index.ts',
  },
  setupFiles: ['<rootDir>/test/build/seed.mjs'],
  reporters: ['default', '<rootDir>/scripts/closing-line.mjs'],
  testTimeout: 120_000,
  // A third of the time a worker waits for programs that it has started.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  // What a file leaves in its worker is never freed, and starting a program copies the worker's page tables: 0.6 ms of computing with
  // 50 MB, 19 ms with 650 MB. test/verify/pipeline/desk takes 14 s of computing in a new worker and 45 s beside 700 MB of leftovers.
  workerIdleMemoryLimit: '300MB',
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
};
