// Source files that one `/crew fix` in Actions loads, in all its jobs: what the entry point of the Action imports, and what each phase
// imports when it begins. usage: node bench/loaded.mjs
import path from 'node:path';
import { build } from 'esbuild';

const ROOT = path.resolve(import.meta.dirname, '..');
const LIMIT = 320;
/** What the entry point imports for a phase, and not before. */
const PHASES = {
  gate: [
    'src/action/gate.ts',
    'src/runs/gate.ts',
    'src/action/services.ts',
    'src/adapters/github/board/read-board.ts',
    'src/workflows/fix/gate.ts',
  ],
  work: ['src/action/work.ts', 'src/workflows/fix/work.ts'],
  verify: ['src/action/verify.ts'],
  publish: ['src/action/publish.ts', 'src/workflows/fix/publish.ts'],
};

const { metafile } = await build({
  ...{ entryPoints: ['src/action/entry.ts'], absWorkingDir: ROOT, outdir: 'out', bundle: true, splitting: true },
  ...{ platform: 'node', format: 'esm', packages: 'external', metafile: true, write: false, logLevel: 'error' },
});

const missing = Object.values(PHASES)
  .flat()
  .filter((file) => !metafile.inputs[file]);
if (missing.length > 0) throw new Error(`the Action does not load ${missing.join(', ')}`);

/** The modules that are evaluated before a module is: imports by `import()` and of types are none. */
function evaluated(from) {
  const found = new Set();
  const open = [...from];
  while (open.length > 0) {
    const file = open.pop();
    if (found.has(file) || !metafile.inputs[file]) continue;
    found.add(file);
    const imports = metafile.inputs[file].imports.filter(
      ({ kind, external }) => kind === 'import-statement' && !external,
    );
    open.push(...imports.map((each) => each.path));
  }
  return found;
}

const all = new Set();
for (const [phase, begins] of Object.entries(PHASES)) {
  const files = evaluated(['src/action/entry.ts', ...begins]);
  console.log(`${phase.padEnd(8)} ${files.size} files`);
  for (const file of files) all.add(file);
}
console.log(`together ${all.size} files, asked for ≤ ${LIMIT}: ${all.size <= LIMIT ? 'holds' : 'DOES NOT HOLD'}`);
if (process.argv.includes('--list')) {
  const folders = {};
  for (const file of all) {
    const folder = file.split('/').slice(0, 3).join('/');
    folders[folder] = [...(folders[folder] ?? []), file];
  }
  for (const [folder, files] of Object.entries(folders).sort((a, b) => b[1].length - a[1].length))
    console.log(`${String(files.length).padStart(4)} ${folder}`);
}
process.exitCode = all.size <= LIMIT ? 0 : 1;
