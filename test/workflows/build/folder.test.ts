import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { openWorkFolder } from '../../../src/workflows/build/agents/work-folder.js';
import { newFolder } from '../../build/folder.js';

describe('the work folder', () => {
  it('gives the program the first lines of a file, whatever follows, and counts them', async () => {
    const folder = await openWorkFolder(await newFolder(), 'cmd_001');
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.string({ maxLength: 200 }).map((line) => line.replaceAll('\n', '')),
          { maxLength: 60 },
        ),
        async (lines) => {
          const text = lines.join('\n');
          writeFileSync(path.join(folder.root, 'results/result_1.md'), text);
          expect(await folder.head('results/result_1.md')).toBe(lines.slice(0, 20).join('\n'));
        },
      ),
    );
    const before = folder.reads.get('results/result_1.md') ?? 0;
    const text = `---\nstatus: success\n---\n${'a long line of a body\n'.repeat(5000)}<!-- COMPLETE -->\n`;
    await folder.write('results/result_1.md', text);
    const { result, front } = await folder.validate('results/result_1.md', 'writer');
    expect(result).toMatchObject({ status: 'pass', line_count: 5004, result_status: 'success' });
    expect(front.status).toBe('success');
    const read = (folder.reads.get('results/result_1.md') ?? 0) - before;
    expect(read).toBe(Buffer.byteLength(text.split('\n').slice(0, 20).join('\n')));
  });

  it('gives the end of a file from a line’s beginning', async () => {
    const folder = await openWorkFolder(await newFolder(), 'cmd_001');
    await folder.write('plan_review.md', `${'x'.repeat(3000)}\nAPPROVE: fine`);
    expect(await folder.tail('plan_review.md', 100)).toBe('APPROVE: fine');
    expect(await folder.tail('none.md', 100)).toBeNull();
    expect(await folder.head('none.md')).toBeNull();
    expect((await folder.validate('none.md', 'coder')).result.issues).toEqual(['E128: result file not found']);
  });
});
