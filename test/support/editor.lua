-- What Neovim sees of a server: run with -l or -S in a folder with a.py, and says it as one line of JSON.
local node, main, root, out = vim.env.EDITOR_NODE, vim.env.EDITOR_MAIN, vim.env.EDITOR_ROOT, vim.env.EDITOR_OUT
vim.cmd('edit ' .. root .. '/a.py')
local buffer = vim.api.nvim_get_current_buf()
local client = vim.lsp.start_client({ name = 'assay', cmd = { node, main, 'lsp' }, root_dir = root,
  workspace_folders = { { uri = vim.uri_from_fname(root), name = 'root' } } })
vim.lsp.buf_attach_client(buffer, client)
local function told(count)
  vim.wait(60000, function() return #vim.diagnostic.get(buffer) == count end, 20)
  return vim.tbl_map(function(one)
    return { line = one.lnum, column = one.col, code = one.code or (one.user_data or {}).lsp.code, message = one.message }
  end, vim.diagnostic.get(buffer))
end
local function ask(method, line, character, more)
  local params = vim.tbl_extend('force', { textDocument = vim.lsp.util.make_text_document_params(buffer),
    position = { line = line, character = character } }, more or {})
  local replies = vim.lsp.buf_request_sync(buffer, method, params, 60000) or {}
  return (replies[client] or {}).result or vim.NIL
end
local first = told(1)
local hover = ask('textDocument/hover', 3, 6)
local range = { start = { line = 2, character = 5 }, ['end'] = { line = 2, character = 5 } }
local fixes = ask('textDocument/codeAction', 2, 5, { range = range, context = { diagnostics = {} } })
vim.lsp.util.apply_workspace_edit(fixes[1].edit, 'utf-16')
local fixed = vim.api.nvim_buf_get_lines(buffer, 2, 3, false)[1]
local after = told(0)
vim.api.nvim_buf_set_lines(buffer, 4, 4, false, { 'lamp.g' })
local names = ask('textDocument/completion', 4, 6)
local file = io.open(out, 'w')
file:write(vim.json.encode({ first = first, hover = hover, fixed = fixed, after = #after, names = names }))
file:close()
vim.lsp.stop_client(client)
vim.wait(10000, function() return vim.lsp.client_is_stopped(client) end, 20)
vim.cmd('qall!')
