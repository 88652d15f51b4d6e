/** The only module that imports bpmn-js, so that bpmn-js is loaded when a diagram is first shown. */
import NavigatedViewer from 'bpmn-js/lib/NavigatedViewer';

/** A diagram and what is marked on it. */
export interface ShownDiagram {
  /** BPMN 2.0 XML; it may lack the layout (BPMNDI). */
  readonly xml: string;
  /** Ids of nodes, some of which may be missing in the XML: `current` hold a token, `done` were reached before. */
  readonly nodes: { readonly current: readonly string[]; readonly done: readonly string[] };
  /** Ids of the sequence flows that were taken. */
  readonly flows: readonly string[];
  /** Numbers at nodes, by their ids. Default: none. */
  readonly counts?: Readonly<Record<string, number>>;
}

/** A rendered diagram on which progress can be marked. */
export interface DrawnDiagram {
  /** Marks the current nodes and the path taken; replaces earlier marks. */
  mark(diagram: Pick<ShownDiagram, 'nodes' | 'flows'>): void;
  /** Shows a number at each of these nodes, the sum for those inside of one that is drawn; replaces earlier ones. */
  count(counts: Readonly<Record<string, number>>): void;
  /** Shows the whole diagram. */
  fit(): void;
  /**
   * Shows the whole diagram if it stays readable, else the current nodes, or where it begins if there are none; for the
   * current size of the container.
   */
  show(): void;
  /** The height in pixels for a container of this width, so that the diagram is complete without empty space. */
  heightFor(width: number): number;
  /** @param factor above 1 zooms in */
  zoom(factor: number): void;
  /** Moves the visible section, in pixels. */
  move(dx: number, dy: number): void;
  /**
   * The names of the nodes, without nodes that have no name or are not in the diagram; of gateways, at which tokens wait
   * for others, only if there is nothing else.
   */
  namesOf(ids: readonly string[]): string[];
  destroy(): void;
}

interface Shape extends Partial<Box> {
  readonly id: string;
  readonly type: string;
  readonly businessObject?: { readonly name?: string };
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Services {
  readonly canvas: {
    /** Call when the container has changed its size. */
    resized(): void;
    addMarker(id: string, marker: string): void;
    removeMarker(id: string, marker: string): void;
    scroll(delta: { readonly dx: number; readonly dy: number }): void;
    scrollToElement(id: string, padding: number): void;
    viewbox(): Box & { readonly inner: Box; readonly outer: { readonly width: number; readonly height: number } };
    viewbox(box: Box): void;
    zoom(): number;
    zoom(scale: number, center?: 'auto'): number;
  };
  readonly elementRegistry: { get(id: string): Shape | undefined };
  readonly overlays: {
    add(id: string, type: string, overlay: { readonly position: object; readonly html: HTMLElement }): void;
    remove(filter: { readonly type: string }): void;
  };
}

const MARKERS = { current: 'is-current', done: 'is-done', taken: 'is-taken' } as const;
/** The type of the overlays with numbers. */
const COUNT = 'count';
const LARGEST = 3;
const SMALLEST = 0.15;
/** Small diagrams are not enlarged. */
const LARGEST_FIT = 1.1;
/** Below this scale the names of the nodes are hard to read: they are written in 12 pixels. */
const READABLE = 0.6;
const PADDING = 24;
/** Space below the diagram for the logo of bpmn.io, in pixels. */
const FOOT = 30;
/** Limits of the height of the container in pixels; the maximum is a part of the screen. */
const LOWEST = 210;
const HIGHEST = 360;

/** Undefined if the file has no layout (BPMNDI). */
export async function drawDiagram(container: HTMLElement, xml: string): Promise<DrawnDiagram | undefined> {
  if (!/<(?:\w+:)?BPMNDiagram[\s>]/.test(xml)) return undefined;
  const viewer = new NavigatedViewer<Services>({
    container,
    // The wheel scrolls the page; keys are handled by the component that shows the diagram.
    zoomScroll: { enabled: false },
    keyboard: { bind: false },
    bpmnRenderer: {
      defaultFillColor: 'var(--diagram-fill)',
      defaultStrokeColor: 'var(--diagram-stroke)',
      defaultLabelColor: 'var(--diagram-label)',
    },
  });
  try {
    await viewer.importXML(xml);
  } catch (error) {
    viewer.destroy();
    throw error;
  }
  return handle(viewer);
}

function handle(viewer: NavigatedViewer<Services>): DrawnDiagram {
  const canvas = viewer.get('canvas');
  const registry = viewer.get('elementRegistry');
  let marked: (readonly [id: string, marker: string])[] = [];
  let current: readonly string[] = [];
  /** For a node inside a called process, which this diagram does not show, the call activity. */
  const findDrawn = (id: string): string | undefined => {
    if (registry.get(id) !== undefined) return id;
    const end = id.lastIndexOf('.');
    return end <= 0 ? undefined : findDrawn(id.slice(0, end));
  };
  const drawnOf = (ids: readonly string[]) => [...new Set(ids.flatMap((id) => findDrawn(id) ?? []))];
  const fitScale = () => {
    const { inner, outer } = canvas.viewbox();
    return Math.min(
      outer.width / (inner.width + 2 * PADDING),
      (outer.height - FOOT) / (inner.height + 2 * PADDING),
      LARGEST_FIT,
    );
  };
  const fit = (scale = fitScale()) => {
    const { inner, outer } = canvas.viewbox();
    const size = { width: outer.width / scale, height: outer.height / scale };
    canvas.viewbox({
      ...size,
      x: inner.x + (inner.width - size.width) / 2,
      y: inner.y + (inner.height - size.height + FOOT / scale) / 2,
    });
  };
  /** At the scale of now, the left and upper part of what does not fit. */
  const showBeginning = () => {
    const { inner, x, y, width, height } = canvas.viewbox();
    const isWide = inner.width + 2 * PADDING > width;
    const isHigh = inner.height + 2 * PADDING > height;
    canvas.viewbox({ ...{ width, height }, x: isWide ? inner.x - PADDING : x, y: isHigh ? inner.y - PADDING : y });
  };
  /** The section that was chosen last. */
  let shown: string | undefined;
  const describeSection = () => {
    const { x, y, width, height } = canvas.viewbox();
    return [x, y, width, height].map(Math.round).join();
  };
  const isAsShown = () => shown === describeSection();
  const isInView = (id: string) => {
    const box = canvas.viewbox();
    const { x = box.x, y = box.y, width = 0, height = 0 }: Partial<Box> = registry.get(id) ?? {};
    const isWithin = (from: number, size: number, start: number, extent: number) =>
      from >= start && from + size <= start + extent;
    return isWithin(x, width, box.x, box.width) && isWithin(y, height, box.y, box.height);
  };
  const showCurrent = () => {
    const [first] = current;
    if (first === undefined) showBeginning();
    else canvas.scrollToElement(first, PADDING);
    shown = describeSection();
  };
  return {
    mark({ nodes, flows }) {
      for (const [id, marker] of marked) canvas.removeMarker(id, marker);
      current = drawnOf(nodes.current);
      const done = drawnOf(nodes.done).filter((id) => !current.includes(id));
      marked = [
        ...current.map((id) => [id, MARKERS.current] as const),
        ...done.map((id) => [id, MARKERS.done] as const),
        ...drawnOf(flows).map((id) => [id, MARKERS.taken] as const),
      ];
      for (const [id, marker] of marked) canvas.addMarker(id, marker);
      // Who has moved the section looks at something else.
      if (isAsShown() && current.length > 0 && !current.some(isInView)) showCurrent();
    },
    count(counts) {
      const overlays = viewer.get('overlays');
      overlays.remove({ type: COUNT });
      const sums = new Map<string, number>();
      for (const [id, number] of Object.entries(counts)) {
        const shown = findDrawn(id);
        if (shown !== undefined) sums.set(shown, (sums.get(shown) ?? 0) + number);
      }
      for (const [id, number] of sums) {
        const html = document.createElement('span');
        html.className = 'diagram-count';
        html.textContent = String(number);
        overlays.add(id, COUNT, { position: { top: -12, right: 14 }, html });
      }
    },
    fit: () => fit(),
    show() {
      canvas.resized();
      shown = undefined;
      if (fitScale() >= READABLE) {
        fit();
        return;
      }
      fit(READABLE);
      showCurrent();
    },
    heightFor(width) {
      const { inner } = canvas.viewbox();
      const scale = Math.min(LARGEST_FIT, Math.max(READABLE, width / (inner.width + 2 * PADDING)));
      return Math.round(Math.min(HIGHEST, Math.max(LOWEST, (inner.height + 2 * PADDING) * scale + FOOT)));
    },
    zoom(factor) {
      canvas.zoom(Math.min(LARGEST, Math.max(SMALLEST, canvas.zoom() * factor)), 'auto');
    },
    move: (dx, dy) => canvas.scroll({ dx, dy }),
    namesOf(ids) {
      const shapes = drawnOf(ids).flatMap((id) => registry.get(id) ?? []);
      const others = shapes.filter(({ type }) => !type.endsWith('Gateway'));
      return (others.length > 0 ? others : shapes).flatMap(({ businessObject }) => businessObject?.name || []);
    },
    destroy: () => viewer.destroy(),
  };
}
