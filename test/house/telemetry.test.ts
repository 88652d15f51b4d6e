/** docs/telemetry.md, its alerts and its dashboard say what src/telemetry has. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { describe, expect, test } from 'vitest';
import type { IncidentRow } from '../../src/index.ts';
import { ATTRIBUTES, LINK_ATTRIBUTES, METRICS, SPANS } from '../support/inner/telemetry.ts';
import { TELEMETRY_TABLES } from './telemetry-tables.ts';

const read = (name: string) => readFile(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
const page = await read('telemetry.md');

test.each(Object.entries(TELEMETRY_TABLES))('the page has the %s of the code', (name, render) => {
  // Written by `npm run write:reference`.
  expect(page).toContain(`<!-- ${name} -->\n\n${render()}\n\n<!-- end of ${name} -->`);
});

test('every attribute is one of a span, a metric or a link', () => {
  const used = [...Object.values(SPANS), ...Object.values(METRICS)].flatMap(({ attributes }) => [...attributes]);
  expect(new Set<string>([...used, ...LINK_ATTRIBUTES])).toEqual(new Set(Object.keys(ATTRIBUTES)));
});

/** The compiler names one that is missing here. */
const INCIDENT_KINDS: Readonly<Record<IncidentRow['kind'], true>> = {
  ...{ start: true, press: true, job: true, wake: true, deadlock: true, restore: true },
};

test('the kinds of incidents are those of the attribute', () => {
  const said = ATTRIBUTES['bpmn_bridge.incident.kind'];
  expect(Object.keys(INCIDENT_KINDS).filter((kind) => !said.includes(`\`${kind}\``))).toEqual([]);
});

test('names follow the semantic conventions: namespaces by dots, words by _, and no plural, unit or total', () => {
  for (const name of [...Object.keys(METRICS), ...Object.keys(ATTRIBUTES), ...Object.keys(SPANS)]) {
    expect(name).toMatch(/^[a-z]+(_[a-z]+)*(\.[a-z]+(_[a-z]+)*)*$/);
    expect(name).not.toMatch(/(total|seconds|_s|_ms)$/);
  }
  const names = Object.keys(METRICS);
  // A name that is the namespace of another collides in backends that nest by dots.
  for (const name of names) expect(names.filter((other) => other.startsWith(`${name}.`))).toEqual([]);
  for (const { type, unit } of Object.values(METRICS)) {
    expect(unit).toMatch(type === 'histogram' ? /^s$/ : /^(s|\{[a-z]+\})$/);
  }
});

const inPrometheus = (name: string) => name.replaceAll(/[^a-z]/g, '_');

/** The series of each metric, as a collector names them for Prometheus, and their labels. */
const series = new Map(
  Object.entries(METRICS).flatMap(([name, { type, unit, attributes }]) => {
    const base = `${inPrometheus(name)}${unit === 's' ? '_seconds' : ''}`;
    const names =
      type === 'histogram'
        ? ['_bucket', '_count', '_sum'].map((end) => base + end)
        : [type === 'counter' ? `${base}_total` : base];
    const labels = [...attributes.map(inPrometheus), ...(type === 'histogram' ? ['le'] : [])];
    return names.map((each) => [each, { metric: name, labels }] as const);
  }),
);

/** A query that takes the names with and without the unit, as it reads for one of them. */
function readWith(unit: '_seconds' | '', query: string): string {
  return query.replaceAll(
    /\{__name__=~"(\w+)\(_seconds\)\?(\w*)"(?:, )?([^}]*)\}/g,
    (_, base, end, matchers) => `${base}${unit}${end}${matchers === '' ? '' : `{${matchers}}`}`,
  );
}

/** Series that a query names, with the labels that it chooses or groups by. */
function namedIn(
  given: string,
  unit: '_seconds' | '' = '_seconds',
): { series: string[]; labels: string[]; chosen: [string, string][] } {
  const query = readWith(unit, given);
  const labels = [...query.matchAll(/(?:by|without) \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/, */));
  const chosen = [...query.matchAll(/(\w+)\{([^}]*)\}/g)].flatMap(([, name = '', matchers = '']) =>
    [...matchers.matchAll(/(\w+)(?:=~|!~|!=|=)/g)].map(([, label = '']): [string, string] => [name, label]),
  );
  const others = new Set([...labels, ...chosen.map(([, label]) => label)]);
  const quoted = query.replaceAll(/"[^"]*"/g, '');
  const words = [...quoted.matchAll(/\b(?:bpmn_bridge|db_client)\w+/g)].map(([word]) => word);
  return { series: words.filter((word) => !others.has(word)), labels, chosen };
}

/** The names of the series of all metrics, as the real exporter of OpenTelemetry answers Prometheus. */
async function serveMetrics(): Promise<ReadonlySet<string>> {
  const exporter = new PrometheusExporter({ preventServerStart: true });
  const provider = new MeterProvider({ readers: [exporter] });
  const meter = provider.getMeter('test');
  for (const [name, { type, unit }] of Object.entries(METRICS)) {
    if (type === 'histogram') meter.createHistogram(name, { unit }).record(1);
    else if (type === 'counter') meter.createCounter(name, { unit }).add(1);
    else meter.createObservableGauge(name, { unit }).addCallback((result) => result.observe(1));
  }
  const server = createServer((request, response) => exporter.getMetricsRequestHandler(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  server.close();
  await provider.shutdown();
  return new Set([...text.matchAll(/^(\w+)[{ ]/gm)].map(([, name = '']) => name));
}

const { panels } = JSON.parse(await read('telemetry/dashboard.json')) as {
  panels: { title: string; targets: { expr: string; legendFormat: string }[]; gridPos: Record<'x' | 'w', number> }[];
};
const alerts = await read('telemetry/alerts.yml');
/** One line, or an indented block. */
const expressions = [...alerts.matchAll(/^( +)expr: (?:\|\n((?:\1 {2}.*\n)+)|(.*)\n)/gm)].map(([, , block, line]) =>
  (block ?? line ?? '').trim(),
);
const queries = [
  ...expressions.map((query) => ['alerts.yml', query] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

describe('alerts and dashboard', () => {
  test('have rules and panels', () => {
    expect(expressions).toHaveLength(alerts.match(/- alert:/g)?.length ?? 0);
    expect(expressions.length).toBeGreaterThan(10);
    expect(panels.length).toBeGreaterThan(20);
  });

  test.each(queries)('%s: %s names only series and labels that exist', (_where, query) => {
    const named = namedIn(query);
    expect(named.series.length).toBeGreaterThan(0);
    expect(named.series.filter((each) => !series.has(each))).toEqual([]);
    for (const label of named.labels) {
      const known = named.series.flatMap((each) => series.get(each)?.labels ?? []);
      expect(known).toContain(label);
    }
    for (const [name, label] of named.chosen) expect(series.get(name)?.labels ?? []).toContain(label);
  });

  test('name the series of the exporter for Node.js, which appends no unit', async () => {
    const served = await serveMetrics();
    for (const [where, query] of queries)
      expect(
        namedIn(query, '').series.filter((each) => !served.has(each)),
        where,
      ).toEqual([]);
  });

  test('name in texts only labels that their query keeps', () => {
    for (const { title, targets } of panels)
      for (const { expr, legendFormat } of targets)
        for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
          expect(namedIn(expr).labels, title).toContain(label);
    for (const rule of alerts.split('- alert:').slice(1))
      for (const [, label = ''] of rule.matchAll(/\$labels\.(\w+)/g))
        expect(rule).toMatch(new RegExp(`by \\([^)]*${label}`));
  });

  test('the dashboard shows every metric', () => {
    const shown = new Set(panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => namedIn(expr).series)));
    const metrics = new Set([...shown].map((each) => series.get(each)?.metric));
    expect(Object.keys(METRICS).filter((name) => !metrics.has(name))).toEqual([]);
  });
});
