// Modules that code hands to a function by their entry among all that are loaded:
// `loader.exec_module(sys.modules["pkg"])`. Whoever has a module in hand may put anything into it.

const HANDED =
  /\b(\w+)\(\s*(?:[^()\n]*,\s*)?sys\.modules\[\s*(?:(["'])([\w.]+)\2|__name__)\s*\]\s*(?=[,)])/gu

/** Functions of Python itself that only look, or say what they put. */
const HARMLESS =
  /^(?:getattr|hasattr|setattr|delattr|isinstance|id|type|vars|dir|repr|print|reload|getmembers|getsource|getfile|getdoc|testmod|cast)$/

/** `own`: the module that the text is of, which is `sys.modules[__name__]`. */
export function modulesHandedOver(text: string, own: string): string[] {
  if (!text.includes('sys.modules[')) return []
  return [...text.matchAll(HANDED)]
    .filter(([, called = '']) => !HARMLESS.test(called))
    .map(([, , , module = own]) => module)
}
