// A process of its own that appends numbered lines to a text in a folder, reading again whenever somebody else was first.
// Arguments: folder, name, how many.
import { versionsIn } from '../../src/files/durable.js';
import { Conflict } from '../../src/ports/errors.js';

const [folder = '', name = '', many = '0'] = process.argv.slice(2);
const text = versionsIn(folder, { name: 'log', extension: 'txt' });
process.stdout.write('begun\n');
for (let n = 0; n < Number(many); ) {
  const found = await text.read();
  try {
    await text.write(`${found?.text ?? ''}${name} ${n}\n`, found?.version ?? null);
    n += 1;
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
  }
}
