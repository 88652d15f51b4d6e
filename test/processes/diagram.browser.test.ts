import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { PROCESS_FILES } from './process-files.ts';

const bpmnJs = dirname(createRequire(import.meta.url).resolve('bpmn-js/package.json'));

interface Box {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Of a boundary event: the shape it sits on. */
  readonly hostId?: string | undefined;
}

interface Diagram {
  readonly warnings: readonly string[];
  readonly shapes: readonly Box[];
  readonly flows: readonly { readonly id: string; readonly waypoints: readonly { x: number; y: number }[] }[];
  /** Elements of the process that the diagram does not show. */
  readonly undrawn: readonly string[];
}

/** The part of bpmn-js that runs inside the page, as far as it is used here. */
interface BpmnElement {
  id: string;
  x: number;
  y: number;
  width: number;
  height: number;
  waypoints?: { x: number; y: number }[];
  host?: { id: string };
  businessObject: { flowElements?: { id: string }[] };
}
interface BpmnViewer {
  importXML(xml: string): Promise<{ warnings: unknown[] }>;
  get(name: 'elementRegistry'): { getAll(): BpmnElement[]; get(id: string): BpmnElement | undefined };
  get(name: 'canvas'): { getRootElement(): BpmnElement };
}
type ViewerPage = typeof globalThis & { BpmnJS: new (options: { container: string }) => BpmnViewer };

async function drawInPage(page: Page, xml: string): Promise<Diagram> {
  await page.setContent('<div id="canvas" style="width: 1280px; height: 640px"></div>');
  await page.addScriptTag({ path: join(bpmnJs, 'dist/bpmn-viewer.development.js') });
  return page.evaluate(async (source) => {
    const viewer = new (globalThis as ViewerPage).BpmnJS({ container: '#canvas' });
    const { warnings } = await viewer.importXML(source);
    const registry = viewer.get('elementRegistry');
    const root = viewer.get('canvas').getRootElement();
    const drawn = registry.getAll().filter((element) => element.id !== root.id);
    return {
      warnings: warnings.map(String),
      shapes: drawn
        .filter(({ waypoints }) => waypoints === undefined)
        .map(({ id, x, y, width, height, host }) => ({ id, x, y, width, height, hostId: host?.id })),
      flows: drawn.flatMap(({ id, waypoints }) =>
        waypoints ? [{ id, waypoints: waypoints.map(({ x, y }) => ({ x, y })) }] : [],
      ),
      undrawn: (root.businessObject.flowElements ?? []).map(({ id }) => id).filter((id) => !registry.get(id)),
    };
  }, xml);
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** The flow's straight pieces as thin boxes, without the ends, which touch the shapes they connect. */
function crossedBoxes(flow: Diagram['flows'][number], boxes: readonly Box[]): string[] {
  const pieces = flow.waypoints.slice(1).map((to, index): Box => {
    const from = flow.waypoints[index] ?? to;
    const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)];
    return { id: flow.id, x, y, width: Math.abs(from.x - to.x), height: Math.abs(from.y - to.y) };
  });
  return boxes.filter((box) => pieces.some((piece) => overlap(piece, box))).map(({ id }) => `${flow.id} over ${id}`);
}

describe('in the bpmn-js viewer', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  test.each(PROCESS_FILES)('$name opens without a warning, whole, tidy and without the network', async ({ xml }) => {
    const page = await browser.newPage();
    const troubles: string[] = [];
    page.on('console', (message) => troubles.push(message.text()));
    page.on('pageerror', (error) => troubles.push(error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith('data:')) troubles.push(`request of ${request.url()}`);
    });
    const { warnings, shapes, flows, undrawn } = await drawInPage(page, xml);
    await page.close();

    expect({ warnings, troubles, undrawn }).toEqual({ warnings: [], troubles: [], undrawn: [] });
    expect(shapes.length).toBeGreaterThan(5);
    const overlaps = shapes.flatMap((a, index) =>
      shapes
        .slice(index + 1)
        .filter((b) => overlap(a, b) && a.hostId !== b.id && b.hostId !== a.id)
        .map((b) => `${a.id} over ${b.id}`),
    );
    expect(overlaps).toEqual([]);
    expect(flows.flatMap((flow) => crossedBoxes(flow, shapes))).toEqual([]);
  });
});
