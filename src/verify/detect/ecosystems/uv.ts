import { pythonEcosystem } from './python-package.js';

/** `uv run` brings the environment up to date by itself. */
export const uv = pythonEcosystem({ name: 'uv', prefix: 'uv run ' });
