/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  setupFiles: ['<rootDir>/test/build/seed.mjs'],
  reporters: ['default', '<rootDir>/scripts/closing-line.mjs'],
  testTimeout: 30_000,
  maxWorkers: 2,
  // What a file leaves in its worker is never freed, and slows down all after it.
  workerIdleMemoryLimit: '1GB',
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
