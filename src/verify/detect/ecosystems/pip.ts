import { pythonEcosystem } from './python-package.js';

/** Without a manager the environment is the machine's: installing into it is for `verify.setup` to say. */
export const pip = pythonEcosystem({ name: 'pip', prefix: '' });
