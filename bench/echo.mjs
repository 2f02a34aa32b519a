// A process in which crew's agent runs against a server, or against a model that answers immediately.
// usage: node bench/echo.mjs SUBJECT URL | node bench/echo.mjs SUBJECT at-once TURNS
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const [subject, url, many] = process.argv.slice(2);
const { echoWords } = await import(subject);
const folder = mkdtempSync(path.join(tmpdir(), 'crew-bench-'));
const { ended, ms } = await echoWords(folder, url === 'at-once' ? { turns: Number(many) } : { url });
rmSync(folder, { recursive: true, force: true });
if (ended.ended !== 'answered') throw new Error(JSON.stringify(ended));
console.log(JSON.stringify({ turns: ended.turns, ms, megabytes: process.resourceUsage().maxRSS / 1024 }));
