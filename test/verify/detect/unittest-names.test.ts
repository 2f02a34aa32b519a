import { expect, it } from '@jest/globals';
import { testStep } from '../pipeline/projects.js';

it("tests of Python's unittest are run under either name that such files have", async () => {
  const tests = (name: string) =>
    `import unittest\n\n\nclass ${name}(unittest.TestCase):\n    def test_sum(self):\n        self.assertEqual(1 + 1, 3)\n`;
  const failing = async (files: Record<string, string>) => {
    const { record } = await testStep({ 'pyproject.toml': '[project]\nname = "little"\n', ...files });
    return record.steps.flatMap((step) => [step.status, ...(step.tests ?? []).map(({ id }) => id)]);
  };
  expect(await failing({ 'calc/calc_test.py': tests('Calc') })).toEqual([
    'FAIL',
    'calc/calc_test.py › Calc › test_sum',
  ]);
  expect(await failing({ 'tests/test_a.py': tests('A'), 'tests/b_test.py': tests('B') })).toEqual([
    'FAIL',
    'tests/test_a.py › A › test_sum',
    'FAIL',
    'tests/b_test.py › B › test_sum',
  ]);
});
