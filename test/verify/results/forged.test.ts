// What is tested runs beside its runner, as the same user. It is not told where results lie; and a file too many is seen.
import { describe, expect, it } from '@jest/globals';
import type { TestRecord } from '../../../src/verify/records.js';
import { readResults } from '../../../src/verify/results/read-results.js';
import { runners } from '../../../src/verify/results/runners/index.js';
import { nodePackage, pythonProject, testStep } from '../pipeline/projects.js';

const TAP = 'TAP version 13\\nok 1 - everything\\n1..1\\n';
const statusesIn = (tests: readonly TestRecord[] = []) => tests.map(({ name, status }) => `${status} ${name}`);

describe('code under test', () => {
  it("with node's tests is not told where results lie, whichever way it is started", async () => {
    const product = 'export const told = JSON.stringify(process.env).match(/crew-results|test-reporter/)?.[0];';
    const { step } = await testStep(
      nodePackage(
        `import { told } from '../product.mjs';
import { execFileSync } from 'node:child_process';
test('here', () => assert.equal(told, undefined));
test('below', () => {
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', "import { told } from './product.mjs'; console.log(told)"]);
  assert.equal(String(said).trim(), 'undefined');
});`,
        { 'product.mjs': product },
      ),
    );
    expect(statusesIn(step.tests)).toEqual(['passed here', 'passed below']);
  });

  it("with node's tests cannot add a file of its own that counts, wherever it found the place", async () => {
    const forge = `import fs from 'node:fs';
for (const name of fs.readdirSync(process.env.HOME).filter((each) => each.startsWith('.crew-results'))) {
  const tray = \`\${process.env.HOME}/\${name}\`;
  for (const invocation of fs.readdirSync(tray).filter((each) => /^\\w+$/.test(each)))
    fs.writeFileSync(\`\${tray}/\${invocation}.0.1-1.tap\`, '${TAP}');
}
process.exit(0);
`;
    const { step } = await testStep(
      nodePackage("import '../product.mjs';\ntest('real', () => assert.fail('no'));", { 'product.mjs': forge }),
    );
    expect(step).toMatchObject({ status: 'FAIL', reason: { is: 'broken-results', flaw: 'not adding up' } });
    expect(step.tests).toBeUndefined();
  });

  it("with Python's unittest is not told where results lie", async () => {
    const { step } = await testStep(
      pythonProject(`import os, unittest


class Little(unittest.TestCase):
    def test_told(self):
        self.assertEqual([name for name in os.environ if "crew-results" in os.environ[name]], [])
`),
    );
    expect(statusesIn(step.tests)).toEqual(['passed Little › test_told']);
  });
});

describe('a results file too many', () => {
  const readBy = (name: string, files: readonly string[]) => {
    const runner = runners.find((each) => each.name === name);
    if (!runner) throw new Error(`no runner is called ${name}`);
    const left = {
      read: async (open: (name: string) => (text: string) => void) => {
        for (const [n, text] of files.entries()) open(`own.0.${n}.xml`)(text);
        return 'read' as const;
      },
    };
    return readResults(left, { asked: [runner], expects: [[0]] }, { root: '/work/repo', cwd: '.' });
  };
  const suite = '<testsuite name="a"><testcase name="b" classname="a"/></testsuite>';

  it.each(['pytest', 'mocha', 'bun test', 'deno test'])('of %s proves nothing', async (name) => {
    expect(await readBy(name, [suite])).not.toHaveProperty('flaw');
    expect(await readBy(name, [suite, suite])).toMatchObject({ files: 2, flaw: 'not adding up' });
  });

  it.each(['maven', 'gradle'])('is none with %s, which leaves one a class', async (name) => {
    expect((await readBy(name, [suite, suite])).flaw).toBeUndefined();
  });
});
