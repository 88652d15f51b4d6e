export { type Outcome, outcomeOf, worstOf } from '../../../src/outbox/outcome-table.ts';
