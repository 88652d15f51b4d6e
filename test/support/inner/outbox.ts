export { outcomeOf, type ReportOutcome, worstOf } from '../../../src/outbox/outcome-table.ts';
