#: builtins, texts
name = "Ada Lovelace"
name.trim()  # wrong: strip
name.toUpperCase()  # wrong: upper
name.length  # wrong
name.contains("A")  # wrong
name.substring(0, 3)  # wrong
name.reverse()  # wrong
" a ".strip().titlecase()  # wrong
"a,b".split(",").join("-")  # wrong
"{} {}".formatt(1, 2)  # wrong: format
"abc".startsWith("a")  # wrong: startswith
"abc".replaceAll("a", "b")  # wrong: replace
f"{name}!".capitalise()  # wrong: capitalize
"abc".decode("utf-8")  # wrong
b"abc".encode("utf-8")  # wrong
#: builtins, lists and tuples
items = [3, 1, 2]
items.push(4)  # wrong: append
items.add(4)  # wrong: append
items.length  # wrong
items.sort(cmp=None)  # wrong
items.size()  # wrong
items.contains(3)  # wrong
[x for x in items].map(str)  # wrong
(1, 2).append(3)  # wrong
sorted(items, cmp=None)  # wrong
sorted(items).first()  # wrong
list(items).forEach(print)  # wrong
#: builtins, dicts and sets
ages = {"a": 1}
ages.has_key("a")  # wrong
ages.iteritems()  # wrong: items
ages.getOrDefault("a", 0)  # wrong: get
ages.put("b", 2)  # wrong
dict().itervalues()  # wrong: values
{x: 1 for x in "ab"}.add("c")  # wrong
{1, 2}.append(3)  # wrong: add
set().push(1)  # wrong: add
#: builtins, functions
print("a", ends="")  # wrong: end
len()  # wrong
open("a.txt", encode="utf-8")  # wrong
input("a", "b")  # wrong
input("a").trim()  # wrong: strip
isinstance(1)  # wrong
max([1], default_value=0)  # wrong: default
enumerate([1], begin=1)  # wrong
range(3).append(1)  # wrong
round(1.5, decimals=1)  # wrong
#: builtins, files
with open("a.txt") as f:
    f.read_lines()  # wrong: readlines
    f.readAll()  # wrong
    for line in f:
        line.trim()
#: builtins, annotated
def shout(text: str, options: dict[str, int], parts: list[str]) -> str:
    text.toUpperCase()  # wrong: upper
    options.has_key("a")  # wrong
    parts.push("x")  # wrong: append
    return text
shout("a", {}, []).trim()  # wrong: strip
