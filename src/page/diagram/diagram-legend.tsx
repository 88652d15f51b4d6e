import { useTexts } from '../speech.tsx';
import type { ShownDiagram } from './draw-diagram.ts';

/** Of a definition nothing is done, so that only what stands at its nodes is explained. */
export function DiagramLegend({ diagram: { nodes, flows } }: { readonly diagram: ShownDiagram }) {
  const { diagram: texts } = useTexts();
  return (
    <ul class="legend">
      <li>
        <span class="legend-mark is-current" aria-hidden="true" /> {texts.current}
      </li>
      {nodes.done.length === 0 ? null : (
        <li>
          <span class="legend-mark is-done" aria-hidden="true" /> {texts.done}
        </li>
      )}
      {flows.length === 0 ? null : (
        <li>
          <span class="legend-mark is-taken" aria-hidden="true" /> {texts.taken}
        </li>
      )}
    </ul>
  );
}
