// The ecosystem npm. Listed in index.ts.
import { nodeEcosystem } from './node-package.js';

export const npm = nodeEcosystem({
  name: 'npm',
  // Verification must not change the tree, so no lock file is written.
  install: (frozen) => (frozen ? 'npm ci' : 'npm install --no-package-lock'),
  run: (script) => (script === 'test' ? 'npm test' : `npm run ${script}`),
});
