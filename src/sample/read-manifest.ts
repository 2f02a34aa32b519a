import { readFileSync } from 'node:fs';
import { permissionNames } from 'github-sandbox';
import { parse } from 'yaml';
import { z } from 'zod';
import { ownFile } from '../own-file.js';

const manifest = z.object({
  name: z.string(),
  default_events: z.array(z.string()),
  default_permissions: z.partialRecord(z.enum(permissionNames), z.enum(['read', 'write', 'admin'])),
});

/** What the App asks for when it is installed anywhere: here it gets exactly that, so the sandbox hides no lack of it. */
export function readManifest() {
  const { name, default_events, default_permissions } = manifest.parse(parse(readFileSync(ownFile('app.yml'), 'utf8')));
  const granted = Object.entries(default_permissions).filter(([, level]) => level !== undefined);
  return { slug: name, name, events: default_events, permissions: Object.fromEntries(granted) };
}
