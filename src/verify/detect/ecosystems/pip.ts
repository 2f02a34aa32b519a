// The ecosystem `pip`: Python without a package manager of its own, or with pip. Listed in index.ts.
import { pythonEcosystem } from './python-package.js';

/** pip would install for the whole machine, so crew installs nothing. `verify.setup` does it if needed. */
export const pip = pythonEcosystem({ name: 'pip', prefix: '' });
