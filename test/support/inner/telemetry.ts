export { ATTRIBUTES, type AttributeName } from '../../../src/telemetry/attributes.ts';
export { METRICS } from '../../../src/telemetry/metrics.ts';
export { LINK_ATTRIBUTES, SPANS } from '../../../src/telemetry/spans.ts';
