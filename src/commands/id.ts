/** What waits for a person has a name of letters and a number: `q-1`, `LP-001`, `LP-UPD-001`, `IMP-2`. */
export const ID = /^[A-Za-z]{1,12}(-[A-Za-z]{1,12})*-\d{1,6}$/;

/** A run's name: workflow, issue (or `here`), eight hexadecimal digits or more, and `.r2` for a further round. */
export const RUN = /^[a-z]+-(\d+|here)-[0-9a-f]{8,16}(?:\.r[1-9]\d{0,3})?$/;
