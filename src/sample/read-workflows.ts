import { readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';
import { ownFile } from '../own-file.js';

/** crew's workflows as `crew init` copies them, where the App listens to events and crew is at `crew/crew`. */
export function readWorkflows(): { readonly [path: string]: string } {
  const crew = parseDocument(templateOf('crew.yml'));
  // The App answers comments; Actions only runs what it dispatches.
  for (const event of Object.keys(crew.toJS().on)) if (event !== 'workflow_dispatch') crew.deleteIn(['on', event]);
  return {
    '.github/workflows/crew.yml': crew.toString({ lineWidth: 0 }),
    '.github/workflows/crew-verify.yml': templateOf('crew-verify.yml'),
    '.github/workflows/crew-settle.yml': templateOf('crew-settle.yml'),
  };
}

const templateOf = (name: string): string =>
  readFileSync(ownFile(`templates/workflows/${name}`), 'utf8').replaceAll('uses: OWNER/', 'uses: crew/');
