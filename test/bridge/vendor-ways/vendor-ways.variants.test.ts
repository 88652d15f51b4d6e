/** Each way in which something of a vendor is read, run over HTTP to its end: the first of each vendor in the first tier. */
import { describe, expect, test } from 'vitest';
import { MEANINGS } from '../../model/vendors/meanings.ts';
import { isRunBy } from '../../model/vendors/vendor-table.ts';
import { type EngineVendor, VENDOR_NAMES } from '../../support/inner/model.ts';
import { ofThisTier } from '../../support/tier.ts';
import { createWorld } from '../world.ts';
import { CAMUNDA, CAMUNDA_REFUSALS } from './camunda.ts';
import { DROOLS, DROOLS_REFUSALS } from './drools.ts';
import { ACTIVITI, FLOWABLE } from './flowable.ts';
import { runs } from './vendor-run.ts';
import type { Way } from './way.ts';
import { ZEEBE } from './zeebe.ts';

const WAYS: Readonly<Record<EngineVendor, readonly Way[]>> = {
  camunda: CAMUNDA,
  zeebe: ZEEBE,
  flowable: FLOWABLE,
  activiti: ACTIVITI,
  drools: DROOLS,
};
const REFUSALS = [...CAMUNDA_REFUSALS, ...DROOLS_REFUSALS];
const vendors = Object.keys(VENDOR_NAMES) as EngineVendor[];

describe.each(Object.entries(WAYS))('%s', (_, ways) => {
  for (const way of ofThisTier(ways, (_way, index) => index < 3)) runs(way.title, way);
});

test.each(REFUSALS)('$of: $title is refused', async ({ xml, refusedBy }) => {
  await using world = await createWorld();
  await expect(world.bridge.deploy(xml)).rejects.toMatchObject({
    code: 'ERR_MODEL_REFUSED',
    details: { problems: expect.arrayContaining([expect.objectContaining({ severity: 'error', rule: refusedBy })]) },
  });
});

test.each(vendors)('each name of %s that a run goes by has a way here that is drawn with it', (vendor) => {
  const drawn = [...WAYS[vendor], ...REFUSALS.filter(({ of }) => of === vendor)];
  const isDrawn = (name: string, xml: string) =>
    xml.includes(name.startsWith('<') ? `<v:${name.slice(1, -1)}` : ` v:${name}="`) || isInMetaData(name, xml);
  const left = isRunBy(vendor).filter(
    (name) => !drawn.some(({ reads, xml }) => reads.split(' ').includes(name) && isDrawn(name, xml)),
  );
  expect(left).toEqual([]);
});

test.each(vendors)('each meaning of %s has the way that it names', (vendor) => {
  const titles = WAYS[vendor].map(({ title }) => title);
  const seen = MEANINGS[vendor].flatMap((meaning) => meaning.seen ?? []);
  expect(seen.filter((title) => !titles.includes(title))).toEqual([]);
});

/** jBPM writes some of its names as the name of meta data. */
function isInMetaData(name: string, xml: string): boolean {
  return xml.includes(`<v:metaData name="${name}"`);
}
