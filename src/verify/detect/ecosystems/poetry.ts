import { pythonEcosystem } from './python-package.js';

export const poetry = pythonEcosystem({
  name: 'poetry',
  prefix: 'poetry run ',
  install: 'poetry install --no-interaction',
});
