import { type ComponentChildren, createContext } from 'preact';
import { useCallback, useContext, useState } from 'preact/hooks';

const AnnounceContext = createContext<(text: string) => void>(() => undefined);

/** Announces the result of an action to screen readers. */
export function LiveRegion({ children }: { readonly children: ComponentChildren }) {
  const [said, setSaid] = useState({ text: '', count: 0 });
  const announce = useCallback((text: string) => setSaid(({ count }) => ({ text, count: count + 1 })), []);
  return (
    <AnnounceContext.Provider value={announce}>
      {children}
      <div class="visually-hidden" role="status" aria-live="polite">
        {/* A new element each time, so that a text that is repeated is announced again. */}
        <span key={said.count}>{said.text}</span>
      </div>
    </AnnounceContext.Provider>
  );
}

export function useAnnounce(): (text: string) => void {
  return useContext(AnnounceContext);
}
