// Modules that code hands to a function by their entry among all that are loaded:
// `loader.exec_module(sys.modules["pkg"])`. Whoever has a module in hand may put anything into it.

const HANDED =
  /\b(\w+)\(\s*(?:[^()\n]*,\s*)?sys\.modules\[\s*(?:(["'])([\w.]+)\2|__name__)\s*\]\s*(?=[,)])/gu

/** `sys.modules["pkg"]` with what stands before and behind it on its line. */
const ENTRY = /^(.*)\bsys\.modules\[\s*(?:(["'])([\w.]+)\2|__name__)\s*\](.*)$/gmu
const GIVES_CLASS = /^\.__class__\s*=(?!=)/

/** Functions of Python itself that only look, or say what they put. */
const HARMLESS =
  /^(?:getattr|hasattr|setattr|delattr|isinstance|id|type|vars|dir|repr|print|reload|getmembers|getsource|getfile|getdoc|testmod|cast)$/

/** `sys.modules[__name__].__class__ = Shim`, or by a name for it: then that class answers for names. */
export function modulesOfOtherClasses(text: string, own: string): string[] {
  if (!text.includes('.__class__') || !text.includes('sys.modules[')) return []
  return [...text.matchAll(ENTRY)]
    .filter(([, before = '', , , behind = '']) => {
      const name = /^\s*(\w+)\s*(?::[^=]*)?=\s*$/.exec(before)?.[1]
      if (name === undefined) return GIVES_CLASS.test(behind)
      return new RegExp(`^\\s*${name}\\.__class__\\s*=(?!=)`, 'm').test(text)
    })
    .map(([, , , module = own]) => module)
}

/** `own`: the module that the text is of, which is `sys.modules[__name__]`. */
export function modulesHandedOver(text: string, own: string): string[] {
  if (!text.includes('sys.modules[')) return []
  return [...text.matchAll(HANDED)]
    .filter(([, called = '']) => !HARMLESS.test(called))
    .map(([, , , module = own]) => module)
}
