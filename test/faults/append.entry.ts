// A process of its own that appends numbered lines to a log, reading again whenever somebody else was first.
// Arguments: root, log, name, how many.
import { folderStore } from '../../src/adapters/folder-store.js';
import { Conflict } from '../../src/ports/errors.js';

const [root = '', log = '', name = '', many = '0'] = process.argv.slice(2);
const store = folderStore(root);
process.stdout.write('begun\n');
for (let n = 0; n < Number(many); ) {
  const found = await store.read(log);
  try {
    await store.append(log, `${name} ${n}\n`, found?.at ?? null);
    n += 1;
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
  }
}
