// Packages that run or measure tests. Replacing one of them would control the verdict.

const JAVASCRIPT =
  /^(?:jest|jest-\w+|vitest|mocha|ava|tap|tape|uvu|jasmine|qunit|karma|cypress|chai|expect|should|sinon|assert|power-assert|nyc|c8|eslint|typescript|ts-node|tsx|ts-jest|babel-jest|@(?:jest|vitest|playwright)\/.+)$/;
const PYTHON = /^(?:_?pytest|pluggy|unittest|nose2?|coverage|tox|hypothesis|pytest[-_]\w+)$/;
const GO = /^(?:github\.com\/(?:stretchr\/testify|onsi\/(?:gomega|ginkgo)|google\/go-cmp)|gotest\.tools)(?:\/.*)?$/;

/** Whether a package affects which tests pass. */
export function isRunner(name: string): boolean {
  return JAVASCRIPT.test(name) || PYTHON.test(name) || GO.test(name);
}
