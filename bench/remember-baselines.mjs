// An esbuild plugin: crew takes the record of a baseline from a folder if it verified the same commit there before. Only for benches that run
// many changes of one commit.
import path from 'node:path';

export const plugin = {
  name: 'remember-baselines',
  setup({ onResolve }) {
    onResolve({ filter: /\/verify\/verifier\.js$/ }, ({ importer }) =>
      importer.endsWith('src/workflows/fix/setup.ts')
        ? { path: path.join(import.meta.dirname, 'remembered-baseline.ts') }
        : undefined,
    );
  },
};
