export { addDays, addMonths } from './add.js';
export { daysBetween } from './between.js';
export { format } from './format.js';
export { parse } from './parse.js';
export { relative } from './relative.js';
