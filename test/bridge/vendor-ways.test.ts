/** Each way in which something of a vendor is read, run over HTTP to its end. */
import { describe } from 'vitest';
import { runs } from './vendor-run.ts';
import { CAMUNDA } from './vendor-ways/camunda.ts';
import { DROOLS } from './vendor-ways/drools.ts';
import { ZEEBE } from './vendor-ways/zeebe.ts';

const WAYS = { 'Camunda 7': CAMUNDA, 'Camunda 8': ZEEBE, jBPM: DROOLS };

describe.each(Object.entries(WAYS))('%s', (_, ways) => {
  for (const way of ways) runs(way.title, way);
});
