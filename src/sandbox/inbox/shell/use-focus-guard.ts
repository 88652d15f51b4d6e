import { useEffect } from 'preact/hooks';

/**
 * Keeps the focus in the page: if the element that has it is removed or disabled, the closest element around it that
 * can have the focus gets it, otherwise the content. Otherwise the next Tab would begin at the top of the page.
 */
export function useFocusGuard(): void {
  useEffect(() => {
    let around: readonly Element[] = [];
    const remember = ({ target }: FocusEvent) => {
      around = target instanceof Element ? ancestorsOf(target) : [];
    };
    const guard = () => {
      const [last, ...outer] = around;
      if (document.activeElement !== document.body || last === undefined) return;
      const isGone = !last.isConnected || last.matches(':disabled');
      if (!isGone) return;
      const heir = outer.find((each) => each.isConnected && each.matches('[tabindex]'));
      const stays = heir ?? document.getElementById('content');
      if (stays instanceof HTMLElement) stays.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(guard);
    document.addEventListener('focusin', remember);
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['disabled'],
    });
    return () => {
      document.removeEventListener('focusin', remember);
      observer.disconnect();
    };
  }, []);
}

function ancestorsOf(element: Element): Element[] {
  const parent = element.parentElement;
  return [element, ...(parent === null ? [] : ancestorsOf(parent))];
}
