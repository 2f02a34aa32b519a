import { nodeEcosystem } from './node-package.js';

export const npm = nodeEcosystem({
  name: 'npm',
  marks: ['package-lock.json', 'npm-shrinkwrap.json'],
  // Without a lock file none is written: verifying leaves the tree as it is.
  install: (frozen) => (frozen ? 'npm ci' : 'npm install --no-package-lock'),
  run: (script) => (script === 'test' ? 'npm test' : `npm run ${script}`),
});
