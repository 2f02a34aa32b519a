import { readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';
import { ownFile } from '../own-file.js';

/** What Actions hears itself where the App is installed; everything else the App hears. */
const HEARD_HERE: readonly string[] = ['pull_request', 'merge_group', 'workflow_dispatch'];

/** Crew's workflows as a user takes them over from the templates, who has the App and found crew at `crew/crew`. */
export function readWorkflows(): { readonly [path: string]: string } {
  const crew = parseDocument(templateOf('crew.yml'));
  for (const event of Object.keys(crew.toJS().on)) if (!HEARD_HERE.includes(event)) crew.deleteIn(['on', event]);
  return {
    '.github/workflows/crew.yml': crew.toString({ lineWidth: 0 }),
    '.github/workflows/crew-publish.yml': templateOf('crew-publish.yml'),
  };
}

const templateOf = (name: string): string =>
  readFileSync(ownFile(`templates/workflows/${name}`), 'utf8').replaceAll('uses: OWNER/', 'uses: crew/');
