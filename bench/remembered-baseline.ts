// The Verifier with a memory: a baseline of the same commit and pipeline is read from CREW_BENCH_BASELINES.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { detect, readTree } from '../src/verify/detect/index.js';
import type { VerificationRecord } from '../src/verify/records.js';
import { type Verifier, createVerifier as verifierWithoutMemory } from '../src/verify/verifier.js';

export * from '../src/verify/verifier.js';

export function verifierOn(of: Parameters<typeof verifierWithoutMemory>[0]): Verifier {
  const verifier = verifierWithoutMemory(of);
  const { CREW_BENCH_BASELINES: folder, CREW_HOME: home } = process.env;
  if (folder === undefined || home === undefined) return verifier;
  const pipeline = createHash('sha256').update(JSON.stringify(of.config.verify)).digest('hex').slice(0, 8);
  return async (ask) => {
    if (ask.ref !== 'baseline' || ask.dirty || ask.only) return verifier(ask);
    const kept = path.join(folder, `${ask.commit}-${pipeline}`);
    const file = path.join(kept, 'record.json');
    if (!existsSync(file)) {
      const record = await verifier(ask);
      if (record.status === 'INFRA_ERROR') return record;
      mkdirSync(kept, { recursive: true });
      cpSync(record.artifacts, path.join(kept, 'artifacts'), { recursive: true });
      const { steps } = detect(await readTree(ask.tree), of.config.verify);
      writeFileSync(
        file,
        JSON.stringify({ ...record, runners: steps.flatMap(({ testRunners }) => testRunners?.runners ?? []) }),
      );
      return record;
    }
    const record: VerificationRecord = JSON.parse(readFileSync(file, 'utf8'));
    const artifacts = path.join(home, 'artifacts', record.run_id);
    cpSync(path.join(kept, 'artifacts'), artifacts, { recursive: true });
    return { ...record, artifacts };
  };
}
