// The ecosystem `uv`: uv (Python). Listed in index.ts.
import { pythonEcosystem } from './python-package.js';

/** `uv run` updates the environment itself, so there is no install step. */
export const uv = pythonEcosystem({ name: 'uv', prefix: 'uv run ' });
