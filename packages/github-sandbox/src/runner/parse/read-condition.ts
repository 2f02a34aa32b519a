import { withStatus } from '../expressions/condition.js';
import { isExpression, type Template, textOf } from './template.js';

/** The condition of a job or step as an expression that names its status, which is `success()` where it says none. */
export function readCondition(template: Template): string {
  return withStatus(isExpression(template) ? template.text : textOf(template));
}
