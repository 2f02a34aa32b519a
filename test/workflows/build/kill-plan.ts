// The plan of the builds that are killed.
import { task } from './plans.js';

const coder = (id: number, dependsOn: readonly number[] = []) =>
  task(id, { persona: 'coder', writes: [`src/t${id}.js`], dependsOn });

export const tasks = [coder(1), task(2, { persona: 'researcher' }), coder(3, [1]), coder(4, [2])];
export const deeds = Object.fromEntries(
  [1, 3, 4].map((id) => [id, { files: { [`src/t${id}.js`]: `export const t${id} = ${id};\n` } }]),
);
