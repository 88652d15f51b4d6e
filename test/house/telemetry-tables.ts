import { ATTRIBUTES, type AttributeName, LINK_ATTRIBUTES, METRICS, SPANS } from '../support/inner/telemetry.ts';

const list = (names: readonly AttributeName[]) => names.map((name) => `\`${name}\``).join(', ') || '—';

/** The tables of `docs/telemetry.md`, by the names of their places. */
export const TELEMETRY_TABLES: Readonly<Record<string, () => string>> = {
  spans: () =>
    [
      '| span | kind | what it is | attributes |',
      '|---|---|---|---|',
      ...Object.entries(SPANS).map(
        ([name, { kind, meaning, attributes }]) => `| \`${name}\` | ${kind} | ${meaning} | ${list(attributes)} |`,
      ),
      '',
      `Links of \`bpmn_bridge.report\` have ${list(LINK_ATTRIBUTES)}. A span of kind server is internal where another span is active.`,
    ].join('\n'),
  metrics: () =>
    [
      '| metric | type | unit | what it says | attributes |',
      '|---|---|---|---|---|',
      ...Object.entries(METRICS).map(
        ([name, { type, unit, meaning, attributes }]) =>
          `| \`${name}\` | ${type} | \`${unit}\` | ${meaning} | ${list(attributes)} |`,
      ),
    ].join('\n'),
  attributes: () =>
    [
      '| attribute | value |',
      '|---|---|',
      ...Object.entries(ATTRIBUTES).map(([name, meaning]) => `| \`${name}\` | ${meaning} |`),
    ].join('\n'),
};
