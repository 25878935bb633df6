// Ways in which code may come to a name of a package: every one of them runs where the name is there.

import type { Asked, Shape } from './asked.ts'

const one = (write: (asked: Asked) => string): Shape => ({
  write: (asked) => ({ 'a.py': `${write(asked)}\n` }),
})
const two = (write: (asked: Asked) => readonly [string, string]): Shape => ({
  write: (asked) => {
    const [main, beside] = write(asked)
    return { 'a.py': `${main}\n`, 'beside.py': `${beside}\n` }
  },
})
const half = (name: string) => `"${name.slice(0, 2)}" + "${name.slice(2)}"`

const OF_MODULES: Readonly<Record<string, Shape>> = {
  from: one(({ module, name }) => `from ${module} import ${name}\nprint(${name})`),
  alias: one(({ module, name }) => `import ${module} as kit\nprint(kit.${name})`),
  dotted: one(({ module, name }) => `import ${module}\nprint(${module}.${name})`),
  star: one(
    ({ module, name }) => `from ${module} import *\nfrom ${module} import ${name}\nprint(${name})`,
  ),
  'star alone': one(({ module, name }) => `from ${module} import *\nprint(${name})`),
  'handed on by a file': two(({ module, name }) => [
    `from beside import thing\nprint(thing)`,
    `from ${module} import ${name} as thing`,
  ]),
  'star of a file': two(({ module, name }) => [
    `from beside import ${name}\nprint(${name})`,
    `from ${module} import *`,
  ]),
  'module by a file': two(({ module, name }) => [
    `import beside\nprint(beside.kit.${name})`,
    `import ${module} as kit`,
  ]),
  'module handed to a file': two(({ module, name }) => [
    `import ${module} as kit\nimport beside\nbeside.go(kit)`,
    `def go(it):\n    return it.${name}`,
  ]),
  getattr: one(({ module, name }) => `import ${module} as kit\nprint(getattr(kit, "${name}"))`),
  'getattr, made': one(
    ({ module, name }) => `import ${module} as kit\nprint(getattr(kit, ${half(name)}))`,
  ),
  'getattr, from a list': one(
    ({ module, name }) =>
      `import ${module} as kit\nfor name in ["__name__", "${name}"]:\n    print(getattr(kit, name))`,
  ),
  importlib: one(
    ({ module, name }) =>
      `import importlib\nkit = importlib.import_module("${module}")\nprint(kit.${name})`,
  ),
  'importlib, made': one(
    ({ module, name }) =>
      `import importlib\nimport ${module}\nprint(getattr(importlib.import_module(${half(module)}), "${name}"))`,
  ),
  vars: one(({ module, name }) => `import ${module} as kit\nprint(vars(kit)["${name}"])`),
  dict: one(({ module, name }) => `import ${module} as kit\nprint(kit.__dict__["${name}"])`),
  attrgetter: one(
    ({ module, name }) =>
      `import operator\nimport ${module} as kit\nprint(operator.attrgetter("${name}")(kit))`,
  ),
  patch: one(
    ({ module, name }) =>
      `from unittest.mock import patch\nimport ${module}\nwith patch("${module}.${name}"):\n    pass`,
  ),
  'patch of an object': one(
    ({ module, name }) =>
      `from unittest.mock import patch\nimport ${module} as kit\nwith patch.object(kit, "${name}"):\n    pass`,
  ),
  'within a function': one(
    ({ module, name }) => `def go():\n    from ${module} import ${name}\n    return ${name}\ngo()`,
  ),
  'body of a class': one(
    ({ module, name }) =>
      `import ${module} as kit\nclass Own:\n    tool = kit.${name}\nprint(Own.tool)`,
  ),
  'module in a class': one(
    ({ module, name }) =>
      `import ${module} as kit\nclass Own:\n    tool = kit\n    def go(self):\n        return self.tool.${name}\nOwn().go()`,
  ),
  'module in an object': one(
    ({ module, name }) =>
      `import ${module} as kit\nclass Own:\n    def __init__(self, tool=kit):\n        self.tool = tool\n    def go(self):\n        return self.tool.${name}\nOwn().go()`,
  ),
  'module in a table': one(
    ({ module, name }) => `import ${module} as kit\nTABLE = {"k": kit}\nprint(TABLE["k"].${name})`,
  ),
  unpacked: one(
    ({ module, name }) => `import ${module} as kit\none, two = kit, None\nprint(one.${name})`,
  ),
  parameter: one(
    ({ module, name }) => `import ${module} as kit\ndef go(it):\n    return it.${name}\ngo(kit)`,
  ),
  default: one(
    ({ module, name }) => `import ${module} as kit\ndef go(it=kit):\n    return it.${name}\ngo()`,
  ),
  lambda: one(({ module, name }) => `import ${module} as kit\nprint((lambda it: it.${name})(kit))`),
  returned: one(
    ({ module, name }) =>
      `def get():\n    import ${module} as kit\n    return kit\nprint(get().${name})`,
  ),
  global: one(
    ({ module, name }) =>
      `kit = None\ndef load():\n    global kit\n    import ${module} as kit\nload()\nprint(kit.${name})`,
  ),
  match: one(
    ({ module, name }) =>
      `import ${module} as kit\nmatch 1:\n    case kit.${name}:\n        pass\n    case _:\n        pass`,
  ),
  comprehension: one(
    ({ module, name }) => `import ${module} as kit\nprint([it.${name} for it in (kit,)])`,
  ),
  walrus: one(
    ({ module, name }) => `import ${module} as kit\nif (it := kit):\n    print(it.${name})`,
  ),
  with: one(
    ({ module, name }) =>
      `from contextlib import nullcontext\nimport ${module} as kit\nwith nullcontext(kit) as it:\n    print(it.${name})`,
  ),
  'sys.modules': one(
    ({ module, name }) => `import sys\nimport ${module}\nprint(sys.modules["${module}"].${name})`,
  ),
  annotation: one(
    ({ module, name }) => `import ${module} as kit\ndef go(it: kit.${name}):\n    pass\ngo(1)`,
  ),
  'annotation as a text': one(
    ({ module, name }) => `import ${module} as kit\ndef go(it: "kit.${name}"):\n    pass\ngo(1)`,
  ),
  'for checkers only': one(
    ({ module, name }) =>
      `from typing import TYPE_CHECKING\nimport ${module}\nif TYPE_CHECKING:\n    from ${module} import ${name}`,
  ),
  optional: one(
    ({ module, name }) =>
      `try:\n    from ${module} import ${name}\nexcept ImportError:\n    ${name} = None\nprint(${name})`,
  ),
  'optional, otherwise': one(
    ({ module, name }) =>
      `try:\n    import no_such_module_at_all as kit\nexcept ImportError:\n    import ${module} as kit\nprint(kit.${name})`,
  ),
  hasattr: one(
    ({ module, name }) =>
      `import ${module} as kit\nif hasattr(kit, "${name}"):\n    print(kit.${name})`,
  ),
  'f text': one(({ module, name }) => `import ${module} as kit\nprint(f"{kit.${name}!r:>10}")`),
  'class below': {
    of: 'class',
    ...one(({ module, name }) => `import ${module} as kit\nclass Own(kit.${name}):\n    pass`),
  },
  isinstance: {
    of: 'class',
    ...one(
      ({ module, name }) => `import ${module} as kit\nprint(isinstance(1, (str, kit.${name})))`,
    ),
  },
  'own module attribute': two(({ module, name }) => [
    `import beside as kit\nprint(kit.${name})`,
    `import ${module} as _kit\ndef __getattr__(name):\n    return getattr(_kit, name)`,
  ]),
  asynchronous: one(
    ({ module, name }) =>
      `import asyncio\nimport ${module} as kit\nasync def go():\n    return kit.${name}\nasyncio.run(go())`,
  ),
  'decorator argument': one(
    ({ module, name }) =>
      `import ${module} as kit\ndef mark(it):\n    return lambda f: f\n@mark(kit.${name})\ndef go():\n    pass`,
  ),
  'a dictionary of arguments': one(
    ({ module, name }) =>
      `import ${module} as kit\noptions = dict(tool=kit.${name})\ndef go(**more):\n    return more\ngo(**options)`,
  ),
}

/** `use`: with an object that no constructor ran for. */
const made = ({ module, owner }: Asked, body: string) => `from ${module} import ${owner}\n${body}`

const OF_CLASSES: Readonly<Record<string, Shape>> = {
  class: one((asked) => made(asked, `print(${asked.owner}.${asked.name})`)),
  'parameter, declared': one((asked) =>
    made(
      asked,
      `def use(it: ${asked.owner}):\n    return it.${asked.name}\nuse(object.__new__(${asked.owner}))`,
    ),
  ),
  'parameter, declared as a text': one((asked) =>
    made(
      asked,
      `def use(it: "${asked.owner}"):\n    return it.${asked.name}\nuse(object.__new__(${asked.owner}))`,
    ),
  ),
  'parameter, optional': one((asked) =>
    made(
      asked,
      `from typing import Optional\ndef use(it: Optional[${asked.owner}] = None):\n    return it and it.${asked.name}\nuse(object.__new__(${asked.owner}))`,
    ),
  ),
  'parameter, not declared': one((asked) =>
    made(asked, `def use(it):\n    return it.${asked.name}\nuse(object.__new__(${asked.owner}))`),
  ),
  'list of them': one((asked) =>
    made(
      asked,
      `def use(all: list[${asked.owner}]):\n    return [one.${asked.name} for one in all]\nuse([object.__new__(${asked.owner})])`,
    ),
  ),
  'values of a dictionary': one((asked) =>
    made(
      asked,
      `def use(all: dict[str, ${asked.owner}]):\n    for _, one in all.items():\n        one.${asked.name}\nuse({"a": object.__new__(${asked.owner})})`,
    ),
  ),
  'self of a class below': one((asked) =>
    made(
      asked,
      `class Own(${asked.owner}):\n    def go_on(self):\n        return self.${asked.name}\nobject.__new__(Own).go_on()`,
    ),
  ),
  super: one((asked) =>
    made(
      asked,
      `class Own(${asked.owner}):\n    def go_on(self):\n        return super().${asked.name}\nobject.__new__(Own).go_on()`,
    ),
  ),
  'super, in its place': one((asked) =>
    made(
      asked,
      `class Own(${asked.owner}):\n    @property\n    def ${asked.name}(self):\n        return super().${asked.name}\nobject.__new__(Own).${asked.name}`,
    ),
  ),
  'class below, alias': one((asked) =>
    made(asked, `class Own(${asked.owner}):\n    other = ${asked.owner}.${asked.name}\nOwn.other`),
  ),
  'of the class below': one((asked) =>
    made(asked, `class Own(${asked.owner}):\n    pass\nprint(Own.${asked.name})`),
  ),
  'class below, with another': one((asked) =>
    made(
      asked,
      `class Mix:\n    pass\nclass Own(Mix, ${asked.owner}):\n    def go_on(self):\n        return self.${asked.name}\nobject.__new__(Own).go_on()`,
    ),
  ),
  'class below, in another file': two((asked) => [
    `from beside import Own\nprint(Own.${asked.name})`,
    made(asked, `class Own(${asked.owner}):\n    pass`),
  ]),
  'getattr of self': one((asked) =>
    made(
      asked,
      `class Own(${asked.owner}):\n    def go_on(self):\n        return getattr(self, "${asked.name}")\nobject.__new__(Own).go_on()`,
    ),
  ),
  'getattr of an object, made': one((asked) =>
    made(
      asked,
      `def use(it: ${asked.owner}):\n    return getattr(it, ${half(asked.name)})\nuse(object.__new__(${asked.owner}))`,
    ),
  ),
  attrgetter: one((asked) =>
    made(
      asked,
      `import operator\nprint(list(map(operator.attrgetter("${asked.name}"), [object.__new__(${asked.owner})])))`,
    ),
  ),
  'attribute of a class': one((asked) =>
    made(
      asked,
      `class Holder:\n    def __init__(self, it: ${asked.owner}):\n        self.it = it\n    def go(self):\n        return self.it.${asked.name}\nHolder(object.__new__(${asked.owner})).go()`,
    ),
  ),
  'field of a dataclass': one((asked) =>
    made(
      asked,
      `from dataclasses import dataclass\n@dataclass\nclass Holder:\n    it: ${asked.owner}\ndef use(holder: Holder):\n    return holder.it.${asked.name}\nuse(Holder(object.__new__(${asked.owner})))`,
    ),
  ),
  'behind isinstance': one((asked) =>
    made(
      asked,
      `def use(it):\n    if isinstance(it, ${asked.owner}):\n        return it.${asked.name}\nuse(object.__new__(${asked.owner}))`,
    ),
  ),
  'made by a function': one((asked) =>
    made(
      asked,
      `def make() -> ${asked.owner}:\n    return object.__new__(${asked.owner})\nprint(make().${asked.name})`,
    ),
  ),
  'made by a function that tells nothing': one((asked) =>
    made(
      asked,
      `def make():\n    return object.__new__(${asked.owner})\nprint(make().${asked.name})`,
    ),
  ),
  'bound type variable': one((asked) =>
    made(
      asked,
      `from typing import TypeVar\nT = TypeVar("T", bound=${asked.owner})\ndef use(it: T) -> T:\n    it.${asked.name}\n    return it\nuse(object.__new__(${asked.owner}))`,
    ),
  ),
  'patch of the class': one((asked) =>
    made(
      asked,
      `from unittest.mock import patch\nwith patch.object(${asked.owner}, "${asked.name}"):\n    pass`,
    ),
  ),
  'type of it': one((asked) =>
    made(
      asked,
      `def use(it: ${asked.owner}):\n    return type(it).${asked.name}\nuse(object.__new__(${asked.owner}))`,
    ),
  ),
  'class handed over': one((asked) =>
    made(asked, `def use(cls):\n    return cls.${asked.name}\nuse(${asked.owner})`),
  ),
  'class in a table': one((asked) =>
    made(asked, `TABLE = {"a": ${asked.owner}}\nprint(TABLE["a"].${asked.name})`),
  ),
  'asked before': one((asked) =>
    made(
      asked,
      `def use(it: ${asked.owner}):\n    if hasattr(it, "${asked.name}"):\n        return it.${asked.name}\nuse(object.__new__(${asked.owner}))`,
    ),
  ),
  'class below that has it itself': one((asked) =>
    made(
      asked,
      `class Own(${asked.owner}):\n    ${asked.name} = 1\nprint(object.__new__(Own).${asked.name})`,
    ),
  ),
}

/** By their names. */
export function shapesFor({ kind }: Asked): readonly (readonly [string, Shape])[] {
  const all = Object.entries(kind === 'member' ? OF_CLASSES : OF_MODULES)
  return all.filter(([, { of }]) => of === undefined || of === kind)
}
