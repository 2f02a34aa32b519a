import type { DeskCommand } from './desk.js';
export const sandbox: DeskCommand = async () => {
  throw new Error('x');
};
