import { Minus, Plus, Route, Scan, TriangleAlert } from 'lucide-preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Notice } from '../parts/notice.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { useTexts } from '../speech.tsx';
import { DiagramLegend } from './diagram-legend.tsx';
import type { DrawnDiagram, ShownDiagram } from './draw-diagram.ts';

const STEP = 1.25;
const MOVE = 60;

const MOVES: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [MOVE, 0],
  ArrowRight: [-MOVE, 0],
  ArrowUp: [0, MOVE],
  ArrowDown: [0, -MOVE],
};

type Drawing = 'loading' | 'none' | 'failed' | DrawnDiagram;

/** The diagram with its progress marked; a change updates the marks and keeps the visible section. */
export function DiagramView({ diagram }: { readonly diagram: ShownDiagram }) {
  const { diagram: texts, and } = useTexts();
  const frameRef = useRef<HTMLDivElement>(null);
  const drawing = useDrawing(frameRef, diagram);
  const drawn = typeof drawing === 'string' ? undefined : drawing;
  const described =
    drawn === undefined
      ? ''
      : texts.describe(drawn.namesOf(diagram.nodes.current).join(and), drawn.namesOf(diagram.nodes.done).join(and));
  useEffect(() => {
    const svg = frameRef.current?.querySelector('.djs-container > svg');
    svg?.setAttribute('role', 'img');
    svg?.setAttribute('aria-label', `${texts.label} ${described} ${texts.help}`);
  }, [drawn, texts, described]);
  const steer = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    if (drawn === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (move !== undefined) drawn.move(...move);
    else if (event.key === '+' || event.key === '=') drawn.zoom(STEP);
    else if (event.key === '-') drawn.zoom(1 / STEP);
    else if (event.key === '0') drawn.fit();
    else return;
    event.preventDefault();
  };
  if (drawing === 'none') return <Notice icon={Route} title={texts.noDrawing} hint={texts.noDrawingHint} />;
  if (drawing === 'failed') return <Notice icon={TriangleAlert} title={texts.failed} hint={texts.failedHint} />;
  return (
    <>
      <div class="diagram">
        {drawing === 'loading' ? <Skeleton rows={2} /> : null}
        {/* The keys are those of the drawing in it, which has the focus. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: see above */}
        <div ref={frameRef} class="diagram-frame" onKeyDown={steer} />
      </div>
      <div class="diagram-foot">
        <DiagramLegend diagram={diagram} />
        {drawn === undefined ? null : (
          <div class="diagram-tools">
            <Tool icon={Plus} label={texts.larger} onClick={() => drawn.zoom(STEP)} />
            <Tool icon={Minus} label={texts.smaller} onClick={() => drawn.zoom(1 / STEP)} />
            <Tool icon={Scan} label={texts.fit} onClick={() => drawn.fit()} />
          </div>
        )}
      </div>
      {described === '' ? null : <p class="visually-hidden">{described}</p>}
    </>
  );
}

interface ToolProps {
  readonly icon: typeof Plus;
  readonly label: string;
  readonly onClick: () => void;
}

function Tool({ icon: Icon, label, onClick }: ToolProps) {
  return (
    <button type="button" class="tool is-bordered" aria-label={label} title={label} onClick={onClick}>
      <Icon size={17} aria-hidden="true" />
    </button>
  );
}

function useDrawing(frameRef: { readonly current: HTMLDivElement | null }, diagram: ShownDiagram): Drawing {
  const [drawing, setDrawing] = useState<Drawing>('loading');
  const { xml } = diagram;
  useEffect(() => {
    const frame = frameRef.current;
    if (frame === null) return;
    let isGone = false;
    let made: DrawnDiagram | undefined;
    setDrawing('loading');
    const draw = async () => {
      try {
        const { drawDiagram } = await import('./draw-diagram.ts');
        if (isGone) return;
        made = await drawDiagram(frame, xml);
        if (isGone) made?.destroy();
        else setDrawing(made ?? 'none');
      } catch {
        if (!isGone) setDrawing('failed');
      }
    };
    void draw();
    return () => {
      isGone = true;
      made?.destroy();
    };
  }, [xml, frameRef]);
  const drawn = typeof drawing === 'string' ? undefined : drawing;
  // The diagram is fetched often, and rarely differs.
  const progress = JSON.stringify([diagram.nodes, diagram.flows]);
  useEffect(() => drawn?.mark(diagram), [drawn, progress]);
  const counts = JSON.stringify(diagram.counts ?? {});
  useEffect(() => drawn?.count(diagram.counts ?? {}), [drawn, counts]);
  // When the diagram is loaded and when its container changes size, but not when the marks change.
  useEffect(() => {
    const frame = frameRef.current;
    if (drawn === undefined || frame === null) return;
    const observer = new ResizeObserver(() => {
      // Depends on the width only, so that it does not cause itself.
      frame.style.height = `${drawn.heightFor(frame.clientWidth)}px`;
      drawn.show();
    });
    observer.observe(frame);
    return () => observer.disconnect();
  }, [drawn, frameRef]);
  return drawing;
}
