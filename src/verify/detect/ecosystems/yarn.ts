import { nodeEcosystem } from './node-package.js';

export const yarn = nodeEcosystem({
  name: 'yarn',
  marks: ['yarn.lock'],
  // The word of the first generation, which the later ones still take.
  install: (frozen) => (frozen ? 'yarn install --frozen-lockfile' : 'yarn install'),
  run: (script) => `yarn run ${script}`,
});
