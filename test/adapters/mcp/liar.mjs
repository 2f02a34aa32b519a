// An MCP server that misbehaves as its argument says: it never answers, answers calls never, or answers them with nonsense.
import { createInterface } from 'node:readline';

const [, , how] = process.argv;
const say = (id, result) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
process.on('SIGTERM', () => undefined);
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (how === 'silent' || id === undefined) return;
  if (method === 'initialize') {
    const { protocolVersion } = params;
    return say(id, { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'liar', version: '1' } });
  }
  if (how === 'hangs') return;
  if (how === 'garbage') return process.stdout.write('not the protocol\n'.repeat(100));
  if (how === 'dies') process.exit(1);
  const text =
    how === 'flood' ? 'x'.repeat(5_000_000) : how === 'wrong' ? '{"entities":[{"name":7}],"relations":"none"}' : '[]';
  say(id, { content: [{ type: 'text', text }] });
});
setInterval(() => undefined, 1000);
