// The ecosystem `poetry`: Poetry (Python). Listed in index.ts.
import { pythonEcosystem } from './python-package.js';

export const poetry = pythonEcosystem({
  name: 'poetry',
  prefix: 'poetry run ',
  install: 'poetry install --no-interaction',
});
