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
  maxWorkers: 2,
  // What a file leaves in its worker is never freed. Starting a program copies the page tables of the worker: 0.6 ms of computing with 50 MB,
  // 19 ms with 650 MB, and the tests start some ten thousand programs. A new worker costs about a second.
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
