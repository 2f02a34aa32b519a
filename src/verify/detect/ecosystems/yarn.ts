// The ecosystem yarn. Listed in index.ts.
import { nodeEcosystem } from './node-package.js';

export const yarn = nodeEcosystem({
  name: 'yarn',
  // The option of Yarn 1, which later versions still accept.
  install: (frozen) => (frozen ? 'yarn install --frozen-lockfile' : 'yarn install'),
  run: (script) => `yarn run ${script}`,
});
