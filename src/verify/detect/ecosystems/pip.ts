import { pythonEcosystem } from './python-package.js';

/** Without a manager, packages would be installed for the whole machine, so `verify.setup` has to do it. */
export const pip = pythonEcosystem({ name: 'pip', prefix: '' });
